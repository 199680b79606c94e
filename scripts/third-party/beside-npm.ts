import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Lockfile, Part } from './packages.ts'

/** Third-party works that are distributed with the program and are not npm packages. */
export const partsBesideNpm = (root: string, { packages }: Lockfile): Part[] => {
  const text = (path: string) => readFileSync(join(root, path), 'utf8')
  const kept = (name: string) => text(`scripts/third-party/texts/${name}.txt`)
  const versionOf = (name: string) => packages[`node_modules/${name}`]!.version
  return [
    {
      name: 'Bun',
      version: versionOf('bun'),
      licence: 'MIT AND LGPL-2.0-or-later AND LGPL-2.1-or-later',
      about:
        'The runtime inside the executable, as `bun build --compile` puts it there: https://github.com/oven-sh/bun. Its own list of what ' +
        'it links follows, and the licences of JavaScriptCore and TinyCC. The executable can be made with another build of Bun: take the ' +
        'sources of Lettershop of this version, put it in place of node_modules/bun, and run `npm run build:exe`.',
      texts: [
        text('node_modules/bun-types/docs/project/license.mdx'),
        mitOf('Oven and the authors of Bun'),
        kept('LGPL-2.0'),
        kept('LGPL-2.1'),
      ],
    },
    {
      name: 'SQLite',
      licence: 'blessing',
      about: 'In Bun, and in better-sqlite3: https://sqlite.org/copyright.html.',
      texts: ['The author disclaims copyright to this source code. It is in the public domain.'],
    },
    {
      name: 'HarfBuzz',
      licence: 'MIT',
      about: 'In harfbuzzjs, as WebAssembly: https://github.com/harfbuzz/harfbuzz.',
      texts: [kept('harfbuzz')],
    },
    {
      name: 'PDFium',
      licence:
        'BSD-3-Clause AND Apache-2.0 AND AGG-2.3 AND FTL AND IJG AND libpng-2.0 AND libtiff AND MIT AND BSD-2-Clause AND Unicode-3.0 AND Zlib',
      about:
        'In @hyzyla/pdfium, as WebAssembly, with the libraries that it links: https://pdfium.googlesource.com/pdfium.',
      texts: textsIn(root, 'scripts/third-party/texts/pdfium'),
    },
    {
      name: 'ZXing-C++',
      licence: 'Apache-2.0',
      about:
        'In zxing-wasm, as WebAssembly: https://github.com/zxing-cpp/zxing-cpp. With stb_image, which is in the public domain.',
      texts: [kept('zxing-cpp')],
    },
    {
      name: 'RapiDoc',
      version: '9.3.8',
      licence: 'MIT AND BSD-3-Clause',
      about: 'The viewer at /docs, as one built file, with what is built into it: src/server/docs/rapidoc.',
      texts: ['LICENSE.txt', 'third-party-licences.txt'].map((name) =>
        text(`src/server/docs/rapidoc/${name}`),
      ),
    },
    {
      name: 'ICC profiles',
      licence: 'Zlib',
      about:
        'src/adapters/pdf/profiles: sRGB.icc of Debian’s icc-profiles-free, unchanged, and FOGRA29.icc, FOGRA39.icc and ' +
        'GRACoL2006.icc, altered works, made with ArgyllCMS from its characterisation data FOGRA29L.ti3, FOGRA39L.ti3 ' +
        'and TR006.ti3. The source of the last is ANSI CGATS TR 006-2007, © 2007 NPES.',
      texts: [kept('icc-profiles-free')],
    },
    {
      name: 'Geist',
      licence: 'OFL-1.1',
      about: 'portal/src/styles/fonts: subsets of the variable font, from @fontsource-variable/geist.',
      texts: [text('portal/src/styles/fonts/GEIST-LICENSE.txt')],
    },
    {
      name: 'Newsreader',
      licence: 'OFL-1.1',
      about: 'portal/src/styles/fonts: subsets of the medium weight, from @fontsource/newsreader.',
      texts: [text('portal/src/styles/fonts/NEWSREADER-LICENSE.txt')],
    },
    {
      name: 'List of common passwords',
      version: versionOf('@zxcvbn-ts/language-common'),
      licence: 'MIT',
      about:
        'The 10,000 most used of @zxcvbn-ts/language-common: src/core/features/people/accounts/common-passwords.gen.ts.',
      texts: [text('node_modules/@zxcvbn-ts/language-common/LICENSE.txt')],
    },
  ]
}

/** The texts of a folder in the order of their file names, each below its name. */
const textsIn = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder))
    .sort()
    .map((name) => `${basename(name, '.txt')}\n\n${readFileSync(join(root, folder, name), 'utf8')}`)

/** The text of the MIT licence, for works that name the licence without including its text. */
const mitOf = (holder: string): string => `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and
to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of
the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER
DEALINGS IN THE SOFTWARE.`
