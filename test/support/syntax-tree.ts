import ts from 'typescript'

const trees = new Map<string, ts.SourceFile>()

/** The syntax of a file. Several rules look at the same sources, and to parse them takes longer than to look. */
export const syntaxTree = (file: string, source: string): ts.SourceFile => {
  const known = trees.get(file)
  if (known?.text === source) return known
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  trees.set(file, tree)
  return tree
}
