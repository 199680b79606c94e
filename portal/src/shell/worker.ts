interface Policy {
  /** What it gives stands for a script where `Worker` takes one, and is no text any more. */
  createScriptURL(address: string): string
}
interface Policies {
  createPolicy(name: string, rules: Policy): Policy
}

/** Only addresses of the portal's own scripts: not those of files that people uploaded to the same server. */
const ours: Policy = {
  createScriptURL(address) {
    const { origin, pathname } = new URL(address, location.origin)
    if (origin !== location.origin || !pathname.startsWith('/portal/')) throw new TypeError(address)
    return address
  },
}

/** Browsers without Trusted Types take the address as it is. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy(
  'lettershop-worker',
  ours,
)

/** Starts a script of the portal's in a worker. `address` is what the build says of it (`?worker&url`). */
export const startWorker = (address: string): Worker =>
  new Worker((policy ?? ours).createScriptURL(address), { type: 'module' })
