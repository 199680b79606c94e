import { files } from './files.ts'
import type { Section } from './limit.ts'
import { connectors, items, lists, runs } from './mail.ts'
import { people, records } from './people.ts'
import { connections, rates, requests } from './requests.ts'
import { database, money, webhooks } from './webhooks.ts'

const sections: readonly Section[] = [
  requests,
  rates,
  connections,
  items,
  lists,
  connectors,
  files,
  runs,
  webhooks,
  money,
  people,
  records,
  database,
]

const table = ({ heading, limits }: Section): string =>
  [
    `## ${heading}`,
    '',
    '| What | Limit | Beyond it |',
    '|---|---|---|',
    ...limits.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n')

/** The text of docs/limits.md. */
export const limitsDocument = (): string =>
  [
    '# Limits',
    '',
    'Written by `npm run generate` from the constants that the program goes by (`scripts/limits`): edit those, not',
    'this file. `GET /v1/meta/limits` tells programs the most important ones.',
    '',
    ...sections.map(table),
  ].join('\n')
