import { describe, expect, test } from 'vitest'
import { proseOf } from '../scripts/prose/prose.ts'
import { placesOf } from '../scripts/prose/words.ts'

describe('the prose check', () => {
  test.each([
    ['a comment', 'src/a.ts', `const x = 1\n// Built anew.\n`, [2]],
    ['a comment over two lines', 'src/a.ts', `/**\n * It is said\n * of all.\n */\n`, [2]],
    ['a sentence', 'src/a.ts', `const text = 'Mend the row.'\n`, [1]],
    ['a template', 'src/a.ts', 'const text = `${row} was given up`\n', [1]],
    ['a document', 'docs/a.md', `# Title\n\nMeanwhile, nothing.\n`, [3]],
    ['a sentence that contains a comment mark', 'src/a.ts', `const text = 'See // anew'\n`, [1]],
  ])('finds words in %s', (_what, file, text, lines) => {
    expect(placesOf(proseOf(file, text)).map(({ line }) => line)).toEqual(lines)
  })

  test.each([
    ['an identifier', 'src/a.ts', `export const mend = anew()\n`],
    ['a name without spaces', 'src/a.ts', `const kind = 'postbatches.mendImport'\n`],
    ['a name that a comment quotes', 'src/a.ts', '/** Runs `mend`. */\n'],
    ['a name that a sentence quotes', 'src/a.ts', "const text = 'Send it to `mend`.'\n"],
    ['code of a document', 'docs/a.md', '```\nmend anew\n```\n'],
    ['other words', 'src/a.ts', `// For good reason, amended and all the same size.\n`],
  ])('ignores %s', (_what, file, text) => {
    expect(placesOf(proseOf(file, text))).toEqual([])
  })
})
