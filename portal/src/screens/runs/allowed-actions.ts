import type { Schemas } from '../../api/client.ts'

type Run = Schemas['Run']
type RunStatus = Schemas['RunStatus']

const before: readonly RunStatus[] = ['OPEN', 'CUTOFF_REACHED', 'RENDERED', 'FAILED']
const produced: readonly RunStatus[] = ['HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED']

/** Actions possible in the run's state; others would be refused. */
export const movesOf = ({ status, renderedAt, parts, uncertain }: Run) => ({
  close: status === 'OPEN',
  render:
    status === 'CUTOFF_REACHED' || status === 'RENDERING' || (status === 'FAILED' && renderedAt === null),
  /** For an abandoned package, an operator reports what was printed. */
  handOver:
    status === 'RENDERED' ||
    status === 'HANDING_OVER' ||
    (status === 'HANDED_TO_PRINTER' && uncertain) ||
    (status === 'FAILED' && renderedAt !== null),
  offer: status === 'HANDED_TO_PRINTER',
  complete: status === 'HANDED_TO_CARRIER',
  /** Later a piece may be with the carrier and would be posted twice. */
  remake: status === 'HANDED_TO_PRINTER',
  report: produced.includes(status),
  exclude: before.includes(status),
  cancel: status === 'RENDERING' || before.includes(status),
  package: parts.length > 0 && renderedAt !== null && status !== 'CANCELLED',
})
