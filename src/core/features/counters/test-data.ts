import { everyone, type Rows } from '../../ports/store.ts'

/** The fact that tells how far the deletion of an organisation's test data is. */
export const testDataFact = (organisationId: string): string => `test-data|${organisationId}`

/** Whether test data are being deleted, which takes items out of the rollups without an event. */
export const isDeletingTestData = async (rows: Rows, organisationId: string): Promise<boolean> => {
  const fact = await rows.facts.get(everyone, testDataFact(organisationId))
  return fact !== undefined && JSON.parse(fact.value).status === 'RUNNING'
}
