import ts from 'typescript'
import { syntaxTree } from './source-files.ts'

/** A violated rule: its place, and a message that says how to fix it. */
export interface Violation {
  file: string
  line: number
  message: string
}

const coreLibraries = new Set(['valibot', 'ulid', 'croner'])
/**
 * Libraries that the typesetter may import. It runs on servers and in web pages, so it may import nothing of
 * a platform, not even through `#platform`.
 */
const typesettingLibraries = new Set(['bidi-js', 'linebreak', 'qr'])

/** The folders of `src` that each folder may import, besides itself. */
const layers: Record<string, readonly string[]> = {
  core: [],
  typesetting: ['core'],
  adapters: ['core', 'typesetting'],
  server: ['core'],
  client: ['core'],
}

/** Globals that reach outside the core: time, randomness, the machine. */
const outsideGlobals = new Set([
  'process',
  'Bun',
  'Deno',
  'Buffer',
  'require',
  'performance',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'fetch',
  'crypto',
])

/**
 * Lists the violations of the layer rules in a file (docs/design/core.md#layers). `file` is its path from the
 * root of the repository, with `/`.
 */
export const layerViolations = (file: string, source: string): Violation[] => {
  const tree = syntaxTree(file, source)
  const found: Violation[] = []
  const report = (node: ts.Node, message: string) => {
    found.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, message })
  }
  const layer = /^src\/([^/]+)\//.exec(file)?.[1]
  const visit = (node: ts.Node): void => {
    const specifier = moduleOf(node)
    if (specifier) checkImport(file, layer, node, specifier.text, report)
    if (layer === 'core') checkCoreNode(node, report)
    if (layer !== undefined && layer !== 'core' && isEnvironment(node)) {
      report(node, 'Only bin reads the environment: take the value as an option.')
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

const moduleOf = (node: ts.Node): ts.StringLiteral | undefined => {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
    return ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier : undefined
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments
    return argument && ts.isStringLiteral(argument) ? argument : undefined
  }
  return undefined
}

const checkImport = (
  file: string,
  layer: string | undefined,
  node: ts.Node,
  specifier: string,
  report: (node: ts.Node, message: string) => void,
): void => {
  if (layer === undefined) return
  if (specifier.startsWith('.')) {
    const target = resolve(file, specifier)
    const targetLayer = /^src\/([^/]+)\//.exec(target)?.[1]
    const allowed = layers[layer]
    if (!allowed) return
    if (targetLayer !== layer && !(targetLayer && allowed.includes(targetLayer))) {
      report(node, `${layer} may not import ${target}: it imports ${[layer, ...allowed].join(' and ')} only.`)
    }
    return
  }
  if (layer === 'core') {
    if (!coreLibraries.has(specifier)) {
      report(node, `core may not import ${specifier}: put it behind a port in src/core/ports.`)
    }
    if (ts.isImportDeclaration(node)) checkHiddenClock(node, specifier, report)
  }
  if (layer === 'typesetting' && !typesettingLibraries.has(specifier))
    report(node, `typesetting may not import ${specifier}: a page runs the same code.`)
  if (layer === 'client' && specifier.startsWith('node:'))
    report(node, 'The client runs anywhere: no Node built-ins.')
}

/** Reports an import of `ulid`, because `ulid()` reads the clock and randomness. */
const checkHiddenClock = (
  node: ts.ImportDeclaration,
  specifier: string,
  report: (node: ts.Node, message: string) => void,
): void => {
  const names = node.importClause?.namedBindings
  if (!names || !ts.isNamedImports(names)) return
  for (const { name, propertyName } of names.elements) {
    const imported = (propertyName ?? name).text
    if (specifier === 'ulid' && imported === 'ulid')
      report(
        node,
        `${imported} reads the clock: mint ids through core/engine/ids.ts, which is fed time and randomness.`,
      )
  }
}

const checkCoreNode = (node: ts.Node, report: (node: ts.Node, message: string) => void): void => {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) {
    report(node, 'core may not read the time: take `now` from the context or the clock port.')
  }
  if (ts.isPropertyAccessExpression(node)) {
    const text = node.getText()
    if (text === 'Date.now' || text === 'Math.random')
      report(node, `core may not use ${text}: use the clock or random port.`)
    if (node.expression.getText() === 'globalThis') report(node, 'core may not reach for globalThis.')
  }
  if (ts.isIdentifier(node) && outsideGlobals.has(node.text) && isFreeReference(node)) {
    report(node, `core may not use ${node.text}: put it behind a port.`)
  }
}

/**
 * True if the identifier is called, constructed or accessed by property, and its file does not declare it.
 */
const isFreeReference = (node: ts.Identifier): boolean => {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node && !isLocal(node)
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
    return parent.expression === node && !isLocal(node)
  return false
}

/** True if the file declares the name: as a parameter, variable, destructured field or function. */
const isLocal = (node: ts.Identifier): boolean => {
  let local = false
  const look = (candidate: ts.Node): void => {
    const declares =
      (ts.isParameter(candidate) ||
        ts.isVariableDeclaration(candidate) ||
        ts.isBindingElement(candidate) ||
        ts.isFunctionDeclaration(candidate)) &&
      candidate.name !== undefined &&
      ts.isIdentifier(candidate.name) &&
      candidate.name.text === node.text
    if (declares) local = true
    if (!local) ts.forEachChild(candidate, look)
  }
  look(node.getSourceFile())
  return local
}

const isEnvironment = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) && (node.getText() === 'process.env' || node.getText() === 'Bun.env')

const resolve = (file: string, specifier: string): string => {
  const parts = file.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** Returns the functions of a file, each with its first line and its number of lines. */
export const functionsOf = (
  file: string,
  source: string,
): { name: string; line: number; lines: number }[] => {
  const tree = syntaxTree(file, source)
  const functions: { name: string; line: number; lines: number }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const start = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line
      const end = tree.getLineAndCharacterOfPosition(node.getEnd()).line
      functions.push({ name: nameOf(node), line: start + 1, lines: end - start + 1 })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return functions
}

const nameOf = (node: ts.SignatureDeclaration): string => {
  if (node.name) return node.name.getText()
  const { parent } = node
  return parent && (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent))
    ? parent.name.getText()
    : 'anonymous'
}
