import type { PackedFile } from './pack.ts'

/**
 * The policy of the portal's page: every script, style and picture comes from this server, nothing stands
 * inline, no text becomes HTML but what Svelte's own templates are, and no address a worker but those of
 * `portal/src/shell/worker.ts`. `wasm-unsafe-eval` is for HarfBuzz.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html lettershop-worker',
].join('; ')

/** Headers of the page, which every address of the portal answers with. */
const portalPageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  // The page names its scripts by their content: an old one would ask for files that a newer server lacks.
  'Cache-Control': 'no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Headers of a file whose name changes with its content. */
const immutableHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'public, max-age=31536000, immutable',
}

/**
 * Headers of a script that runs in a worker. A worker has the policy of its script, not that of the page: this
 * one may run WebAssembly, such as ZXing, and ask no server for anything.
 */
const workerHeaders: Readonly<Record<string, string>> = {
  ...immutableHeaders,
  'Content-Security-Policy':
    "default-src 'none'; script-src 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'",
}

/** Headers of a file of the pack. */
export const headersOf = (name: string, { immutable }: PackedFile): Readonly<Record<string, string>> => {
  if (!immutable) return portalPageHeaders
  return name.startsWith('assets/workers/') ? workerHeaders : immutableHeaders
}
