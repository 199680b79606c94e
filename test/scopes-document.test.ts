import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { apiDocument } from '../scripts/api-document.ts'
import {
  alsoNeeded,
  decidedJobs,
  filesBeyondReading,
  jobsThatCheck,
  operationsOf,
  recipientsBeyondReading,
  scopesDocument,
} from '../scripts/scopes/document.ts'
import { operations } from '../src/core/app/operations.ts'
import { jobKinds } from '../src/core/engine/jobs/kinds.ts'
import { filesBelow, read } from './support/source-files.ts'

const docs = join(import.meta.dirname, '../docs')
const openApi = await apiDocument()
const answers = operationsOf(openApi)
const sources = filesBelow('src/core/features')
/** All operations except public ones and those with the scope `items.read`. */
const beyondReading = operations.filter(
  ({ permission }) => permission !== 'items.read' && permission !== 'public',
)
const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id).toSorted()

test('docs/scopes.md matches the declarations', () => {
  expect(readFileSync(join(docs, 'scopes.md'), 'utf8'), 'run npm run generate').toBe(
    scopesDocument(operations, openApi),
  )
})

describe('without items.read', () => {
  test('a response that may contain a recipient has a reason', () => {
    const holding = beyondReading.filter(({ id }) => answers.get(id)?.recipients)
    expect(idsOf(holding)).toEqual(Object.keys(recipientsBeyondReading).toSorted())
  })

  test('a file has a description of its content', () => {
    const files = beyondReading.filter(({ id }) => {
      const types = answers.get(id)?.files ?? []
      return types.length > 0 && !types.includes('text/event-stream')
    })
    expect(idsOf(files)).toEqual(Object.keys(filesBeyondReading).toSorted())
  })
})

test('an operation that checks another scope in its handler is in the table', () => {
  const asking = sources
    .filter((file) => /operations\/[^/]+\.ts$/.test(file))
    .flatMap((file) => {
      const asks = file.includes('/exports/')
        ? /requireScope\(|assertReadable\(/
        : /requireScope\(|assertMayReprint\(/
      const declared = read(file).split('defineOperation(').slice(1)
      return declared.filter((text) => asks.test(text)).map((text) => /id: '(.+?)'/.exec(text)![1]!)
    })
  const listed = Object.keys(alsoNeeded)
  expect(asking.filter((id) => !listed.includes(id) && id !== 'items.reprint')).toEqual([])
  expect(listed.filter((id) => !operations.some((operation) => operation.id === id))).toEqual([])
})

describe('jobs', () => {
  const kinds: readonly string[] = jobKinds

  test('in the tables exist, each in one of them', () => {
    const named = [...Object.keys(jobsThatCheck), ...Object.keys(decidedJobs)]
    expect(named.filter((kind) => !kinds.includes(kind))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  test('check permissions again exactly if a caller is recorded for them', () => {
    const carrying = sources
      .filter((file) => /onBehalfOf\(|callerOf\(|scopesHeld\(/.test(read(file)))
      .map((file) => file.split('/')[3]!)
    const features = new Set(Object.keys(jobsThatCheck).map((kind) => kind.split('.')[0]!))
    const featuresOfKinds = new Map([
      ['item-actions', 'itemActions'],
      ['media', undefined],
    ])
    const found = new Set(
      carrying.flatMap((feature) =>
        featuresOfKinds.has(feature) ? (featuresOfKinds.get(feature) ?? []) : feature,
      ),
    )
    expect([...found].toSorted()).toEqual([...features].toSorted())
  })

  test.each(Object.keys(jobsThatCheck))('%s checks whether its caller still has the permission', (kind) => {
    const handlers = read('src/core/app/jobs.ts')
    const handler = new RegExp(`'${kind}': (\\w+),`).exec(handlers)?.[1]
    const feature = new RegExp(`\\b${handler}\\b[^}]*\\} from '\\.\\./features/([\\w-]+)/`).exec(
      handlers,
    )?.[1]
    expect(feature).toBeDefined()
    const text = sources
      .filter((file) => file.startsWith(`src/core/features/${feature}/`))
      .map((file) => read(file))
      .join('\n')
    expect(text).toMatch(/isStillPermitted\(|scopesHeld\(/)
  })
})
