import { describe } from 'vitest'
import { conditionsContract } from './conditions.ts'
import { countersContract } from './counters.ts'
import { isolationContract } from './isolation.ts'
import { listsContract } from './lists.ts'
import { rowsContract } from './rows.ts'
import type { OpenStore, StoreCapabilities } from './samples.ts'
import { togetherContract } from './together.ts'
import { transactionsContract } from './transactions.ts'
import { uniqueContract } from './unique.ts'
import { updatesContract } from './updates.ts'

/** The contract of every Store. `open` returns an empty one for each test. */
export const storeContract = (
  name: string,
  open: OpenStore,
  capabilities: StoreCapabilities = { oneWriter: true },
): void => {
  describe(`store: ${name}`, () => {
    describe('rows', () => rowsContract(open))
    describe('conditions', () => conditionsContract(open))
    describe('lists', () => listsContract(open))
    describe('updates', () => updatesContract(open))
    describe('counters', () => countersContract(open))
    describe('unique indexes', () => uniqueContract(open))
    describe('transactions', () => transactionsContract(open, capabilities))
    describe('isolation', () => isolationContract(open, capabilities))
    describe('together', () => togetherContract(open))
  })
}
