import { command, table } from '../cli/command.ts'
import { failure } from '../cli/failure.ts'
import { execute } from '../control/execute.ts'

export const analyticsRebuild = command({
  name: 'lettershop analytics rebuild',
  description: 'Recount the analytics from items and scans, and correct differences',
  flags: {
    org: { type: 'string', description: 'Only of this organisation', valueHint: 'ID' },
    check: { type: 'boolean', description: 'Change nothing; exit code 1 if something differs' },
  },
  async run({ args }) {
    const check = args.check === true
    const results = await execute(
      'analytics.rebuild',
      { ...(args.org === undefined ? {} : { organisationId: args.org }), check },
      { data: args.data },
    )
    const wrong = results.filter(({ outcome }) => outcome === 'busy' || outcome === 'different')
    if (wrong.length === 0) return results
    throw failure('failed', wrong.map(differenceText).join(' '))
  },
  text: (results) =>
    table(
      ['ORGANISATION', 'MODE', 'OUTCOME', 'ITEMS', 'DAYS', 'DIFFERENCES'],
      results.map((result) => [
        result.organisationId,
        result.mode,
        result.outcome,
        String(result.itemCount),
        String(result.dayCount),
        String(result.differences.length),
      ]),
    ),
})

const differenceText = ({
  organisationId,
  mode,
  outcome,
  differences,
}: {
  organisationId: string
  mode: string
  outcome: string
  differences: { grain: string; subjectId: string; day: string; deltas: object }[]
}): string => {
  if (outcome === 'busy')
    return `${organisationId} (${mode}) kept changing. Try again when there is less load.`
  const [first] = differences
  const example = first
    ? `; first ${first.grain} ${first.subjectId} on ${first.day}: ${JSON.stringify(first.deltas)}`
    : ''
  return `${organisationId} (${mode}) differs on ${differences.length} days${example}.`
}
