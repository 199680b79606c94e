import { conditionsOf, type Where } from '../../core/kernel/query.ts'
import { everyone, type Scope } from '../../core/ports/store.ts'
import {
  addedApart,
  checkRow,
  deltaFields,
  expectedConditions,
  patchedFields,
  type Row,
} from '../store-rules.ts'
import type { Fragment } from './conditions.ts'
import { SqlReader } from './reader.ts'
import type { Call } from './statement.ts'

type Fields = Readonly<Record<string, unknown>>
type Deltas = Readonly<Record<string, number | undefined>>

/** Rows in one INSERT; more go in several. */
const ROWS_TOGETHER = 16

/** The port over one table, inside a transaction. */
export class SqlWriter extends SqlReader {
  async insert(row: Row): Promise<void> {
    await this.insertMany([row])
  }

  async insertMany(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    this.#ownRows(rows)
    this.#noteWrite()
    await this.#runTogether(rows, (some) => this.statements.insert(some))
  }

  async update(scope: Scope, id: string, patch: Fields, expected: Fields = {}): Promise<boolean> {
    if (this.statements.owner === 'id') this.session.own?.(id)
    else this.ownScope(scope)
    return (await this.#update(this.byId(scope, id, expectedConditions(expected)), patch)) === 1
  }

  async updateWhere(scope: Scope, where: Where<Row>, patch: Fields): Promise<number> {
    this.ownScope(scope)
    return this.#update(
      this.statements.where(this.scoped(scope, conditionsOf(where)), { unordered: true }),
      patch,
    )
  }

  async add(row: Row, deltas: Deltas): Promise<Row> {
    const [result] = await this.failingAsPort(() => this.rows(this.#adding(row, deltas)))
    return result!
  }

  async addUnread(row: Row, deltas: Deltas): Promise<void> {
    if (this.statements.dialect.updatesFirst) {
      const organisationId = organisationOf(row)
      const scope = organisationId === undefined ? everyone : { organisationId }
      if (await this.addIf(scope, row.id, deltas, {})) return
    }
    await this.#send(this.#adding(row, deltas))
  }

  async addEachUnread(rows: readonly Row[], fields: readonly string[]): Promise<void> {
    const each = rows.map((row) => addedApart(row, fields))
    if (this.statements.dialect.updatesFirst || each.length === 0) {
      for (const { row, deltas } of each) await this.addUnread(row, nonZero(deltas))
      return
    }
    for (const { deltas } of each) deltaFields(this.statements.table, deltas)
    this.#ownAdded(rows)
    this.#noteWrite()
    await this.#runTogether(rows, (some) => this.statements.insertOrAddEach(some, fields))
  }

  async addIf(scope: Scope, id: string, deltas: Deltas, atLeast: Deltas): Promise<boolean> {
    return (await this.changed(this.#addingIf(scope, id, deltas, atLeast))) === 1
  }

  async addIfUnread(scope: Scope, id: string, deltas: Deltas, atLeast: Deltas): Promise<void> {
    const call = this.#addingIf(scope, id, deltas, atLeast)
    this.#noteWrite()
    await this.#send(call)
  }

  /** Runs a statement of several encoded rows for all of them. */
  #runTogether(rows: readonly Row[], statementOf: (some: unknown[][]) => Call): Promise<void> {
    const calls: (() => Call)[] = []
    for (let at = 0; at < rows.length; at += ROWS_TOGETHER) {
      const some = rows.slice(at, at + ROWS_TOGETHER)
      calls.push(() => statementOf(some.map((row) => this.#encoded(row))))
    }
    return this.failingAsPort(() => this.session.connection.runAll(calls))
  }

  #send(call: Call): Promise<void> {
    return this.failingAsPort(() => this.session.connection.runAll([() => call]))
  }

  #adding(row: Row, deltas: Deltas): Call {
    this.#ownAdded([row])
    const fields = deltaFields(this.statements.table, deltas)
    const initial: Record<string, unknown> = { ...row }
    for (const field of fields)
      initial[field] = (row[field as keyof Row] as unknown as number) + deltas[field]!
    const added = fields.map((field) => deltas[field]!)
    const call = this.statements.insertOrAdd(this.#encoded(initial), fields, added)
    this.session.assertOpen()
    this.session.touched?.add(this.statements.table.name)
    return call
  }

  #addingIf(scope: Scope, id: string, deltas: Deltas, atLeast: Deltas): Call {
    const added = given(deltaFields(this.statements.table, deltas), deltas)
    const counted = given(deltaFields(this.statements.table, atLeast), atLeast)
    this.ownScope(scope)
    return this.statements.addIf(added, counted, this.byId(scope, id))
  }

  async remove(scope: Scope, where: Where<Row>): Promise<number> {
    this.ownScope(scope)
    const conditions = this.scoped(scope, conditionsOf(where))
    return this.changed(this.statements.remove([this.statements.where(conditions, { unordered: true })]))
  }

  protected async changed({ statement, values }: Call): Promise<number> {
    this.#noteWrite()
    return this.failingAsPort(async () => this.session.connection.run(statement, values))
  }

  protected async failingAsPort<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      throw this.statements.portError(error)
    }
  }

  #ownRows(rows: readonly Row[]): void {
    const { owner } = this.statements
    // A new organisation has no other users yet.
    if (owner === 'organisationId') this.ownAll(rows.map((row) => row[owner as keyof Row] as string))
  }

  /** An organisation's counter is written only under the organisation's lock. */
  #ownAdded(rows: readonly Row[]): void {
    this.#ownRows(rows)
    const owners = rows.flatMap((row) => organisationOf(row) ?? [])
    if (owners.length > 0) this.ownAll(owners)
    if (owners.length < rows.length) this.session.holds?.(this.statements.table, 'written')
  }

  #encoded(row: Fields): unknown[] {
    checkRow(this.statements.table, row)
    return this.statements.encodeRow(row)
  }

  #noteWrite(): void {
    this.session.assertOpen()
    this.session.touched?.add(this.statements.table.name)
    this.session.holds?.(this.statements.table, 'written')
  }

  #update(where: Fragment, patch: Fields): Promise<number> {
    const fields = patchedFields(this.statements.table, patch)
    return this.changed(this.statements.update(this.statements.assignments(fields, patch), [where]))
  }
}

/** The organisation of a row, where it belongs to one. */
const organisationOf = (row: Row): string | undefined => {
  const { organisationId } = row as { organisationId?: unknown }
  return typeof organisationId === 'string' ? organisationId : undefined
}

const nonZero = (deltas: Readonly<Record<string, number>>): Deltas =>
  Object.fromEntries(Object.entries(deltas).filter(([, delta]) => delta !== 0))

const given = (fields: readonly string[], deltas: Deltas): Record<string, number> =>
  Object.fromEntries(fields.map((field) => [field, deltas[field]!]))
