import { posix } from 'node:path'
import ts from 'typescript'
import { syntaxTree } from './source-files.ts'

/** The files that each file imports. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Returns all imports: of values and of types, static, dynamic and in type positions. `sources` maps paths,
 * relative to one folder and with `/`, to texts.
 */
export const importGraph = (sources: ReadonlyMap<string, string>): ImportGraph => graphOf(sources, moduleOf)

/** Returns the imports that are evaluated with the file: neither type-only nor dynamic ones. */
export const evaluationGraph = (sources: ReadonlyMap<string, string>): ImportGraph =>
  graphOf(sources, evaluatedModuleOf)

const graphOf = (sources: ReadonlyMap<string, string>, importOf: ImportOf): ImportGraph =>
  new Map(
    [...sources].map(([file, text]) => {
      const targets = specifiersOf(file, text, importOf).map((specifier) =>
        posix.normalize(posix.join(posix.dirname(file), specifier)),
      )
      return [file, new Set(targets.filter((target) => sources.has(target)))]
    }),
  )

type ImportOf = (node: ts.Node) => ts.Node | undefined

const specifiersOf = (file: string, text: string, importOf: ImportOf): string[] => {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const module = importOf(node)
    if (module && ts.isStringLiteralLike(module) && module.text.startsWith('.')) found.push(module.text)
    ts.forEachChild(node, visit)
  }
  visit(syntaxTree(file, text))
  return found
}

const moduleOf: ImportOf = (node) => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return node.arguments[0]
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  return undefined
}

const evaluatedModuleOf: ImportOf = (node) => {
  if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly) return node.moduleSpecifier
  if (ts.isExportDeclaration(node) && !node.isTypeOnly) return node.moduleSpecifier
  return undefined
}

/**
 * The modules that `serve` loads one after the other until the server answers, if rows and files are in the
 * data folder.
 */
export const startFiles = [
  ...['bin/lettershop.ts', 'bin/main.ts', 'bin/commands/serve.ts', 'bin/instance/open.ts'],
  ...['src/server/server.ts', 'src/adapters/system/log.ts'],
]

/** Returns the files that are reachable from `starts`, including these. */
export const reachedFrom = (graph: ImportGraph, starts: readonly string[]): Set<string> => {
  const seen = new Set<string>()
  for (const start of starts) if (!seen.has(start)) walk(graph, start, seen, () => {})
  return seen
}

/**
 * Returns the groups of files that import one another in a cycle, directly or indirectly (strongly connected
 * components), and files that import themselves.
 */
export const circlesOf = (graph: ImportGraph): string[][] => {
  const order: string[] = []
  walkAll(graph, [...graph.keys()], (node) => order.push(node))
  const circles: string[][] = []
  const seen = new Set<string>()
  const reversed = reverse(graph)
  for (const start of order.reverse()) {
    if (seen.has(start)) continue
    const group: string[] = []
    walk(reversed, start, seen, (node) => group.push(node))
    if (group.length > 1 || graph.get(start)!.has(start)) circles.push(group.sort())
  }
  return circles
}

/** Calls `leave` once for every node, after the calls for the nodes reachable from it (except in cycles). */
const walkAll = (graph: ImportGraph, nodes: readonly string[], leave: (node: string) => void): void => {
  const seen = new Set<string>()
  for (const node of nodes) if (!seen.has(node)) walk(graph, node, seen, leave)
}

const walk = (graph: ImportGraph, start: string, seen: Set<string>, leave: (node: string) => void): void => {
  seen.add(start)
  const open = [{ node: start, next: [...graph.get(start)!] }]
  while (open.length > 0) {
    const { node, next } = open.at(-1)!
    const target = next.pop()
    if (target === undefined) {
      open.pop()
      leave(node)
    } else if (!seen.has(target)) {
      seen.add(target)
      open.push({ node: target, next: [...graph.get(target)!] })
    }
  }
}

const reverse = (graph: ImportGraph): ImportGraph => {
  const reversed = new Map([...graph.keys()].map((node) => [node, new Set<string>()]))
  for (const [node, targets] of graph) for (const target of targets) reversed.get(target)!.add(node)
  return reversed
}

/** The layers of `src/core`: each imports only itself and those before it. */
export const coreLayers = [
  'messages',
  'kernel',
  'address',
  'template',
  'model',
  'ports',
  'engine',
  'features',
  'app',
]

/** Returns a sentence for each core file outside every layer, and for each import of a later layer. */
export const layersBroken = (graph: ImportGraph): string[] => {
  const broken: string[] = []
  for (const [file, targets] of graph) {
    if (!file.startsWith('src/core/')) continue
    const place = layerOf(file)
    if (place < 0) broken.push(`${file} is in none of the layers ${coreLayers.join(', ')}`)
    for (const target of targets) {
      if (place >= 0 && layerOf(target) > place)
        broken.push(`${file} imports ${target}, which is in a later layer`)
    }
  }
  return broken
}

const layerOf = (file: string): number => coreLayers.indexOf(/^src\/core\/([^/]+)\/./.exec(file)?.[1] ?? '')

/**
 * Returns the imports between sibling folders: `a/b/x.ts` importing `a/c/d/y.ts` is an edge from `a/b` to
 * `a/c`. A file next to a folder is not its sibling.
 */
export const graphOfFolders = (graph: ImportGraph): ImportGraph => {
  const folders = new Map<string, Set<string>>()
  const edgesOf = (folder: string): Set<string> => {
    const known = folders.get(folder) ?? new Set()
    folders.set(folder, known)
    return known
  }
  for (const [file, targets] of graph) {
    for (const target of targets) {
      const from = file.split('/').slice(0, -1)
      const to = target.split('/').slice(0, -1)
      const common = from.findIndex((name, depth) => name !== to[depth])
      if (common < 0 || common >= to.length) continue
      const [a, b] = [from, to].map((path) => path.slice(0, common + 1).join('/'))
      edgesOf(a!).add(b!)
      edgesOf(b!)
    }
  }
  return folders
}
