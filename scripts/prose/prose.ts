import ts from 'typescript'
import { syntaxTree } from '../../test/support/source-files.ts'

/** Text for readers, with the number of its first line in the file. */
export interface Prose {
  line: number
  text: string
}

/**
 * Returns the prose of a file: of a document everything except code, of a source its comments and strings
 * with a space.
 */
export const proseOf = (file: string, text: string): Prose[] =>
  file.endsWith('.md') ? ofDocument(text) : ofSource(file, text)

const ofDocument = (text: string): Prose[] => {
  const blank = (match: string) => match.replaceAll(/[^\n]/g, ' ')
  return [{ line: 1, text: text.replaceAll(/^```[\s\S]*?^```/gm, blank).replaceAll(/`[^`\n]+`/g, blank) }]
}

const ofSource = (file: string, text: string): Prose[] => {
  const literals: { start: number; end: number; text: string }[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateExpression(node) ||
      ts.isRegularExpressionLiteral(node)
    ) {
      const isProse = ts.isStringLiteralLike(node) ? node.text.includes(' ') : ts.isTemplateExpression(node)
      const start = node.getStart(tree)
      const own = isProse ? text.slice(start, node.getEnd()) : ''
      const prose = ts.isStringLiteral(node) ? withoutCode(own) : own
      literals.push({ start, end: node.getEnd(), text: prose })
    } else ts.forEachChild(node, visit)
  }
  const tree = syntaxTree(file, text)
  visit(tree)
  let rest = text
  for (const { start, end } of literals) {
    rest = rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, ' ') + rest.slice(end)
  }
  const lineAt = (position: number) => tree.getLineAndCharacterOfPosition(position).line + 1
  const comments = [...rest.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)].map((match) => ({
    line: lineAt(match.index),
    text: withoutCode(text.slice(match.index, match.index + match[0].length)),
  }))
  const sentences = literals
    .filter((literal) => literal.text)
    .map((l) => ({ line: lineAt(l.start), text: l.text }))
  return [...comments, ...sentences]
}

const withoutCode = (text: string): string => text.replaceAll(/`[^`\n]+`/g, '``')
