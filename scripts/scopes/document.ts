import { scopeDescriptions } from '../../src/core/engine/access/scopes.ts'
import type { Operation } from '../../src/core/engine/operation.ts'
import { alsoNeeded, filesBeyondReading, recipientsBeyondReading } from './answers.ts'
import { type Held, type OpenApi, operationsOf } from './held.ts'
import { workThatAsks, workThatWasDecided } from './work.ts'

const audiences = { any: '', portal: 'portal', user: 'operators', test: 'test mode' } as const

const held = ({ recipients, emails, files }: Held, id: string, { shownOnce }: Operation): string =>
  [
    ...(recipients ? [recipientsBeyondReading[id] ?? 'recipients'] : []),
    ...(emails ? ['e-mail addresses of users'] : []),
    ...(files.length > 0 ? [filesBeyondReading[id] ?? 'a file'] : []),
    ...(shownOnce ? ['a secret, shown once'] : []),
  ].join('; ')

const rowOf = (operation: Operation, answer: Held): string => {
  const { id, effect, method, impliedBy, audience = 'any' } = operation
  const does = effect === 'read' || method === 'GET' ? 'reads' : 'changes'
  const who = audiences[audience as keyof typeof audiences] ?? audience
  const also = [alsoNeeded[id], impliedBy && `or \`${impliedBy}\` instead`].filter(Boolean).join('; ')
  return `| \`${id}\` | ${[does, who].filter(Boolean).join(', ')} | ${also} | ${held(answer, id, operation)} |`
}

const table = (operations: readonly Operation[], answers: ReadonlyMap<string, Held>): string[] => [
  '| Operation | Does | Also needs | Its answer holds |',
  '|---|---|---|---|',
  ...operations
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((operation) => rowOf(operation, answers.get(operation.id)!)),
  '',
]

const work = (rows: Readonly<Record<string, string>>): string[] =>
  Object.entries(rows).map(([kind, what]) => `| \`${kind}\` | ${what} |`)

/** Lines of at most 110 characters. */
const wrapped = (text: string): string[] => text.match(/.{1,110}(?:\s|$)/g)!.map((line) => line.trimEnd())

/** The text of docs/scopes.md. */
export const scopesDocument = (operations: readonly Operation[], openApi: OpenApi): string => {
  const answers = operationsOf(openApi)
  const known = operations.filter(({ id }) => answers.has(id))
  const having = (scope: string) => known.filter(({ permission }) => permission === scope)
  return [
    '# What a scope reaches',
    '',
    '`npm run generate` writes this file from the declarations of all operations (`scripts/scopes`): edit those.',
    'A caller with only the scope of a section reaches its operations and those under',
    '[every caller](#every-caller), in its own organisation and mode. Operators’ scopes reach every organisation,',
    'where `GET /v1/meta/scopes` says so. *Portal* operations are not for keys, and *operators* are users of the',
    'portal.',
    '',
    'An operation that changes something answers with the object as it is then. Recipients and letters in it are',
    'shown with `items.read` only ([why](design/api-keys-and-scopes.md#changes-without-reading)).',
    '',
    ...Object.entries(scopeDescriptions).flatMap(([scope, description]) => [
      `## \`${scope}\``,
      '',
      ...wrapped(`${description}.`),
      '',
      ...(having(scope).length > 0
        ? table(having(scope), answers)
        : ['Opens reading operations of organisations that the user is no member of.', '']),
    ]),
    '## Every caller',
    '',
    'Any valid key or session. What an answer holds is limited to what the caller may read.',
    '',
    ...table(having('authenticated'), answers),
    '## Nobody in particular',
    '',
    'Without a key or session. Links, codes and addresses in the request take their place.',
    '',
    ...table(having('public'), answers),
    '## After the right is gone',
    '',
    'A key that is revoked and a user who is disabled or removed reach nothing with their next request, and live',
    'streams close within a second. Jobs that work for them ask before each chunk',
    '([background work](design/api-keys-and-scopes.md#background-work)):',
    '',
    '| Job | When the caller has lost the scope |',
    '|---|---|',
    ...work(workThatAsks),
    '',
    'What was decided before is finished:',
    '',
    '| Job | Why |',
    '|---|---|',
    ...work(workThatWasDecided),
    '',
    '- Webhook endpoints go on: they belong to the organisation. Anyone with `webhooks.manage` ends them.',
    '- Connectors stop with the right of their maker',
    '  ([details](design/connectors.md#a-connector-acts-for-its-maker)).',
    '- Keys that a user made for the organisation go on. Operators’ scopes of a key end with those of its maker.',
    '- Events name ids, states and numbers, and no recipients. `balance.low` and `spending_cap.reached` name',
    '  amounts: `events.read` and `webhooks.manage` show these without `billing.read`.',
    '- Signed addresses of previews end with the right of their caller. Those of images and fonts of templates',
    '  work until they expire.',
    '- A support ticket stays open to the members of the organisation.',
    '',
  ].join('\n')
}
