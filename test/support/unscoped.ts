import ts from 'typescript'
import type { Table } from '../../src/core/kernel/table.ts'
import { tables } from '../../src/core/model/index.ts'
import { syntaxTree } from './source-files.ts'

interface Exception {
  /** Number of these statements in the file. */
  statements: number
  why: string
}

const sweep = 'takes the next rows of all organisations'
const operators = 'an operator looks at all organisations'
const catalogue = 'a change of the catalogue concerns every organisation that uses it'
const byNumber = 'an operator, a link or a printer names a row, and nothing says whose it is'

/**
 * Statements on tables of organisations that name no organisation, counted by file
 * (docs/several-servers.md#partitions). With partitions each of them reads all partitions, and on several
 * nodes it would query every node. Do not add to this list: code with a row, a job or a caller knows the
 * organisation.
 */
export const unscoped: Readonly<Record<string, Exception>> = {
  'bin/backup/check.ts': { statements: 1, why: 'a backup says how many rows it has' },
  'bin/control/billing.ts': { statements: 3, why: byNumber },
  'bin/control/items.ts': { statements: 1, why: byNumber },
  'bin/move/rows.ts': { statements: 1, why: 'a move takes every row of the instance' },
  'bin/move/target.ts': { statements: 1, why: 'whether a database has any row' },
  'src/core/app/after-restore.ts': { statements: 2, why: 'a restore makes every hand-over uncertain' },
  'src/core/app/stored-blobs.ts': {
    statements: 1,
    why: 'a backup is held against every blob of the instance',
  },
  'src/core/engine/access/authenticate.ts': { statements: 1, why: 'the hash of a key says whose it is' },
  'src/core/engine/access/authority.ts': {
    statements: 1,
    why: 'the keys that a person made, in any organisation',
  },
  'src/core/engine/access/session.ts': {
    statements: 1,
    why: 'the organisations of a person are what it looks for',
  },
  'src/core/engine/jobs/job.ts': { statements: 1, why: `${sweep} that have expired` },
  'src/core/engine/sealed.ts': { statements: 2, why: 'a rotation of the key reaches every sealed value' },
  'src/core/features/assets/jobs/assets.ts': {
    statements: 2,
    why: 'blobs are listed by their names, which name a row and no organisation',
  },
  'src/core/features/billing/numbers.ts': {
    statements: 1,
    why: 'invoices have one series of numbers in the whole instance',
  },
  'src/core/features/developers/keys.ts': { statements: 1, why: byNumber },
  'src/core/features/instance/doctor.ts': { statements: 2, why: operators },
  'src/core/features/integrations/inbound.ts': {
    statements: 1,
    why: 'the hash of a connector’s token says whose it is',
  },
  'src/core/features/ledger/accounts.ts': {
    statements: 5,
    why: 'an instance has one currency: whether any money was counted in it',
  },
  'src/core/features/media/media.ts': { statements: 2, why: byNumber },
  'src/core/features/people/membership/invitations.ts': { statements: 1, why: byNumber },
  'src/core/features/people/administration/user-accounts.ts': {
    statements: 1,
    why: 'the keys that a person made, in any organisation',
  },
  'src/core/features/platform/health.ts': { statements: 3, why: operators },
  'src/core/features/printers/catalogue/rules-part.ts': { statements: 1, why: catalogue },
  'src/core/features/printers/journal.ts': { statements: 2, why: byNumber },
  'src/core/features/products/catalogue/export.ts': { statements: 4, why: catalogue },
  'src/core/features/products/catalogue/parts/calendars.ts': { statements: 1, why: catalogue },
  'src/core/features/products/catalogue/parts/simple-part.ts': {
    statements: 3,
    why: 'tables of the catalogue, which are named at run time and have no organisation',
  },
  'src/core/features/products/catalogue/parts/specification-rows.ts': { statements: 1, why: catalogue },
  'src/core/features/runs/command-line.ts': { statements: 2, why: operators },
  'src/core/features/runs/operations/runs.ts': { statements: 3, why: `${byNumber}; ${operators}` },
  'src/core/features/runs/operations/runs-printing.ts': { statements: 4, why: `${byNumber}; ${operators}` },
  'src/core/features/runs/returns/desk.ts': {
    statements: 1,
    why: 'mail that came back is sorted by what is printed on it',
  },
  'src/core/features/support/operations/support.ts': { statements: 1, why: operators },
  'src/core/features/tracking/scan.ts': { statements: 1, why: 'the tracking code says whose the piece is' },
  'src/core/features/webhooks/delivery/claim.ts': { statements: 1, why: `${sweep} whose server is gone` },
  'src/core/features/webhooks/delivery/dispatcher.ts': { statements: 1, why: `${sweep} that are being sent` },
  'src/core/features/webhooks/delivery/due.ts': { statements: 3, why: `${sweep} that are due` },
  'src/testing/proof.ts': { statements: 1, why: 'a test names an item' },
  'src/testing/time.ts': { statements: 1, why: 'a test moves the clocks of all organisations' },
}

/** A statement that names no organisation: its line, and its call as far as the source shows it. */
export interface Unscoped {
  line: number
  asks: string
}

const described: Readonly<Record<string, Pick<Table, 'scope'>>> = tables

/**
 * Returns the places in a file that name `everyone` as a scope. Statements on tables without organisations
 * have no other scope, and are omitted if the source shows it: `rows.jobs.find(everyone, …)`.
 */
export const unscopedIn = (file: string, source: string): Unscoped[] => {
  if (!source.includes('everyone')) return []
  const tree = syntaxTree(file, source)
  const found: Unscoped[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isIdentifier(node) && node.text === 'everyone' && isScope(node)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
      const call = calledWith(node)
      if (described[call?.table ?? '']?.scope !== 'none') found.push({ line, asks: call?.text ?? 'everyone' })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** False where `everyone` is declared, used as a type, or compared. */
const isScope = ({ parent }: ts.Identifier): boolean =>
  !ts.isVariableDeclaration(parent) && !ts.isTypeQueryNode(parent) && !ts.isBinaryExpression(parent)

/** Returns the call of a reader or writer with this scope, and its table if it is named. */
const calledWith = (scope: ts.Identifier): { table: string | undefined; text: string } | undefined => {
  const call = scope.parent
  if (!ts.isCallExpression(call) || call.arguments[0] !== scope) return undefined
  const { expression } = call
  const of = ts.isPropertyAccessExpression(expression) ? expression.expression : undefined
  const table = of && ts.isPropertyAccessExpression(of) ? of.name.text : undefined
  return { table, text: expression.getText().replaceAll(/\s+/g, '') }
}
