import { writeFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'

// Writes the 10,000 most common passwords, most common first (docs/design/users.md). Run it again only for
// a new list in the package.
const count = 10_000
const words = dictionary['passwords-common'].slice(0, count)
writeFileSync(
  'src/core/features/people/accounts/common-passwords.gen.ts',
  `// Made by scripts/generate-common-passwords.ts from @zxcvbn-ts/language-common (MIT). Do not edit.
/** The ${count} most used passwords in lower case, the most used first. */
export const commonPasswords =
  '${words.map((word) => word.replace(/['\\]/g, '\\$&')).join(' ')}'
`,
)
