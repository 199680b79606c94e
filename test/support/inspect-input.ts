import type { InspectInput } from '../../src/core/ports/inspection.ts'

/** Returns the input for inspecting these bytes as an upload of an organisation, read in chunks of 64 KiB. */
export const inspectInput = (
  kind: InspectInput['kind'],
  bytes: Uint8Array,
  organisationId = 'org_1',
): InspectInput => ({
  kind,
  organisationId,
  sizeBytes: bytes.length,
  async read() {
    const chunk = 64 * 1024
    return (async function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
    })()
  },
})
