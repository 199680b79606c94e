import { type InjectedBug, inTable } from './injected-bug.ts'

/** Bugs in what the suppression list does in both modes. */
export const suppressionBugs: Readonly<Record<string, InjectedBug>> = {
  'live entries are not looked up': {
    violates: 'live entries suppress mail of both modes',
    rows: inTable('suppressions', (table) => ({
      find: async (scope, where, options) =>
        (await table.find(scope, where, options)).filter(({ mode }) => mode !== 'live'),
    })),
  },
  'an entry is found in any mode': {
    violates: 'test keys reach no live entry',
    rows: inTable('suppressions', (table) => ({
      get: (scope, id, options) =>
        table.get(
          typeof scope === 'object' && 'organisationId' in scope
            ? { organisationId: scope.organisationId }
            : scope,
          id,
          options,
        ),
    })),
  },
  'new entries are of test mode': {
    violates: 'what a member enters is live',
    rows: inTable('suppressions', (table) => ({
      insert: (row) => table.insert({ ...row, mode: 'test' }),
    })),
  },
}
