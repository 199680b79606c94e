/** Renders an HTML page of paragraphs, without scripts and external resources. */
export const page = (title: string, paragraphs: readonly string[]): string =>
  htmlPage('en', title, paragraphs.map((text) => `<p>${withCode(text)}</p>`).join('\n'))

/** Renders a page with an HTML `body`. */
export const htmlPage = (language: string, title: string, body: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color:#1c2430}
h1{font-size:1.4rem}code{background:#eef1f5;padding:.1em .3em;border-radius:.2em}
fieldset{border:1px solid #8a94a3;border-radius:.3em;margin:1rem 0}label{display:block;padding:.4rem 0}
button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.3em;background:#1c2430;color:#fff}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`

export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  // The URL may be a page's only protection.
  'Referrer-Policy': 'no-referrer',
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const withCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
