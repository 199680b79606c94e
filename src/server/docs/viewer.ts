import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { loadOnce } from '../../core/kernel/loading.ts'

/** The page `/docs`. Its policy allows this server only. `load-fonts="false"` disables external fonts. */
export const docsPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Lettershop API</title>
<link rel="icon" href="data:,">
<style>body{margin:0}rapi-doc{height:100vh;width:100%}noscript p{font:1rem/1.6 system-ui,sans-serif;margin:2rem}</style>
<script type="module" src="/docs/rapidoc.js"></script></head>
<body><rapi-doc spec-url="/v1/meta/openapi.json" server-url="/" allow-server-selection="false" allow-spec-url-load="false"
 allow-spec-file-load="false" load-fonts="false" regular-font="system-ui, sans-serif" mono-font="ui-monospace, monospace"
 render-style="focused" schema-style="table" schema-description-expanded="true" show-header="false" theme="light"
 primary-color="#1c5d99" show-method-in-nav-bar="as-colored-text" use-path-in-nav-bar="false" persist-auth="false"
 fetch-credentials="same-origin"></rapi-doc>
<noscript><p>This viewer needs JavaScript. The same without it: <a href="/llms.txt">/llms.txt</a> and
<a href="/v1/meta/openapi.json">/v1/meta/openapi.json</a>.</p></noscript>
</body></html>
`

export const docsHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
    "connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
}

/** File name of the viewer's script, stored compressed. */
const scriptFile = 'rapidoc-min.js.gz'

/** Returns the script's URL: below this module's folder, or one folder up if the bundler moved it. */
const packaged = (): URL => {
  const places = ['./rapidoc/', '../rapidoc/'].map((folder) => new URL(folder + scriptFile, import.meta.url))
  return places.find((place) => existsSync(place)) ?? places[0]!
}

let where: () => Promise<string | URL> = async () => packaged()

/** Sets the path of the embedded file; called by the executable. */
export const embedViewer = (path: () => Promise<string>): void => {
  where = path
}

/** Returns the viewer's script, read on the first request. */
export const viewerScript = loadOnce(async () => new Uint8Array(await readFile(await where())))
