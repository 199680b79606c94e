import { createMemoryPrintPartner, type ScriptedPrintPartner, withFaults } from '../memory/print-partner.ts'
import { createFolderPartner, type FolderPartnerOptions } from '../print-folder/partner.ts'
import { testFolder } from '../print-folder/printer-folder.ts'

const NAME = 'simulated'

/**
 * Creates the printer of test mode. With a folder, packages can be viewed and outlive the process; without
 * one, only the list of their files is kept. The printer fails only if a fault is scripted. Its folder
 * belongs to this instance, so it is recreated if missing.
 */
export const createSimulatedPartner = (folder?: FolderPartnerOptions): ScriptedPrintPartner => {
  if (!folder) return createMemoryPrintPartner({ name: NAME, keepBytes: false })
  const partner = createFolderPartner({ folder: testFolder(folder.root), ...folder })
  return withFaults({
    name: NAME,
    find: (runId) => partner.find(runId),
    discard: (runId, known) => partner.discard(runId, known),
    async handOver(handOver) {
      await partner.prepare()
      return partner.handOver(handOver)
    },
  })
}
