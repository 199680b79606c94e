import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { limitsDocument } from '../scripts/limits/document.ts'

const root = join(import.meta.dirname, '..')
const roots = ['src', 'bin', 'test', 'scripts', 'bench', 'examples', 'docs']
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/node_modules|[\\/]rapidoc/.test(entry.parentPath))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => /\.(?:ts|js|md)$/.test(file))

const files = [
  ...roots.flatMap(filesBelow),
  ...readdirSync(root).filter((file) => /\.(?:md|ts)$/.test(file)),
].toSorted()
/** The changelog quotes old names, and plans may mention future files. */
const documents = files.filter((file) => file.endsWith('.md') && !/^CHANGELOG|^docs\/plan/.test(file))

/** Planning documents that are not part of the repository. */
const absent = /\b(?:SPEC|DESIGN|FACTS|LAYOUT)\b/
const excused = ['CHANGELOG.md', relative(root, import.meta.filename)]

test('no file cites a document missing from the repository', () => {
  const citing = files.filter((file) => !excused.includes(file) && absent.test(read(file)))
  expect(citing, 'say the rule, or link docs/api-rules.md or a page of docs/design').toEqual([])
})

/** GitHub's anchor of a heading: `### Print package` → `print-package`. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const anchors = new Map<string, Set<string>>()
const anchorsOf = (file: string): Set<string> => {
  const known = anchors.get(file)
  if (known) return known
  const prose = read(file).replace(/^```(?:.|\n)*?^```/gm, '')
  const found = new Set([...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!)))
  anchors.set(file, found)
  return found
}

const broken = (target: string, anchor: string | undefined): boolean =>
  !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).has(anchor))

describe('a link', () => {
  test.each(documents)('of %s leads to an existing file and heading', (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    const lost = links.filter(([, path, anchor]) =>
      broken(path === '' ? file : relative(root, join(root, dirname(file), path!)), anchor),
    )
    expect(lost.map(([link]) => link)).toEqual([])
  })

  test('of a comment names an existing heading', () => {
    const lost = files
      .filter((file) => !file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/\b(docs\/[\w/-]+\.md)#([\w-]+)/g)]
          .filter(([, path, anchor]) => broken(path!, anchor))
          .map(([link]) => `${file}: ${link}`),
      )
    expect(lost).toEqual([])
  })
})

/** Finds `engine/pipeline.ts` in `src/core`, `adapters/pdf` in `src` or `test`, and the test `core/jobs`. */
const isThere = (path: string): boolean =>
  [path, `src/${path}`, `src/core/${path}`, `test/${path}`, `test/${path}.ts`, `test/${path}.test.ts`].some(
    (candidate) => existsSync(join(root, candidate)),
  )
/** A file that CONTRIBUTING.md shows how to add. */
const shownToAdd = /address-?lines/i
const pathInText =
  /`((?:src|test|docs|scripts|bench|examples|deploy|bin|core|adapters|app|engine|features|kernel|model)\/[\w./-]+)`/g

test.each(documents)('every path that %s names exists', (file) => {
  const named = [...read(file).matchAll(pathInText)].map(([, path]) => path!)
  expect(named.filter((path) => !isThere(path) && !shownToAdd.test(path))).toEqual([])
})

test.each(documents)('the prose of %s stays within 110 columns', (file) => {
  const lines = read(file)
    .replace(/^```(?:.|\n)*?^```/gm, '')
    .split('\n')
    .filter((line) => !/^\s*\||^\[/.test(line))
  expect(lines.filter((line) => [...line].length > 110)).toEqual([])
})

test('the index of docs/design lists every page', () => {
  const listed = [...read('docs/design/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name!)
  const pages = filesBelow('docs/design').map((file) => file.slice('docs/design/'.length))
  expect(listed.toSorted()).toEqual(pages.filter((name) => name !== 'README.md').toSorted())
})

test('no file cites a decision by a number', () => {
  const citing = files.filter((file) => /\bdecisions?\s+\[?\d|\bdecisions\/\d/i.test(read(file)))
  expect(citing, 'link the section of a page of docs/design').toEqual([])
})

test('the documented limits are those of the program', () => {
  expect(read('docs/limits.md'), 'npm run generate').toBe(limitsDocument())
})
