import { catalogue } from './catalogue.ts'
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
  catalogue,
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
    '| What | Limit | If exceeded |',
    '|---|---|---|',
    ...limits.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n')

/** The text of docs/limits.md. */
export const limitsDocument = (): string =>
  [
    '# Limits',
    '',
    'Every limit of Lettershop, and the effect of exceeding it. `GET /v1/meta/limits` returns the most',
    'important ones.',
    '',
    'This page is generated from the constants of the program; `npm run generate` writes it from `scripts/limits`.',
    '',
    ...sections.map(table),
  ].join('\n')
