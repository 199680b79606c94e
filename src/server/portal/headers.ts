/**
 * The policy of the portal's page: every script, style and picture comes from this server, nothing stands
 * inline, and no text becomes HTML but what Svelte's own templates are. `wasm-unsafe-eval` is for HarfBuzz
 * and ZXing.
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
  'trusted-types svelte-trusted-html',
].join('; ')

/** Headers of the page, which every address of the portal answers with. */
export const portalPageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  // The page names its scripts by their content: an old one would ask for files that a newer server lacks.
  'Cache-Control': 'no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Headers of a file whose name changes with its content. */
export const immutableHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'public, max-age=31536000, immutable',
}
