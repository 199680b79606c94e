interface Policy {
  /** Returns a `TrustedScriptURL` in browsers with Trusted Types; `Worker` accepts it like a string. */
  createScriptURL(address: string): string
}
interface Policies {
  createPolicy(name: string, rules: Policy): Policy
}

/** Allows only the portal's scripts, not files that users uploaded to the same server. */
const ours: Policy = {
  createScriptURL(address) {
    const { origin, pathname } = new URL(address, location.origin)
    if (origin !== location.origin || !pathname.startsWith('/portal/')) throw new TypeError(address)
    return address
  },
}

/** Browsers without Trusted Types accept plain URLs. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy(
  'lettershop-worker',
  ours,
)

/** Starts a worker. `address` is the URL from the build (`?worker&url`). */
export const startWorker = (address: string): Worker =>
  new Worker((policy ?? ours).createScriptURL(address), { type: 'module' })
