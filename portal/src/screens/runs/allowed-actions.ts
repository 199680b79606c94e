import type { Schemas } from '../../api/client.ts'

type Run = Schemas['Run']
type RunStatus = Schemas['RunStatus']

const before: readonly RunStatus[] = ['OPEN', 'CUTOFF_REACHED', 'RENDERED', 'FAILED']
const produced: readonly RunStatus[] = ['HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED']

/** Returns which actions the run's state allows; the server refuses the others. */
export const movesOf = ({ status, renderedAt, parts, uncertain }: Run) => ({
  close: status === 'OPEN',
  render:
    status === 'CUTOFF_REACHED' || status === 'RENDERING' || (status === 'FAILED' && renderedAt === null),
  /** After an uncertain hand-over, an operator reports whether the package was printed. */
  handOver:
    status === 'RENDERED' ||
    status === 'HANDING_OVER' ||
    (status === 'HANDED_TO_PRINTER' && uncertain) ||
    (status === 'FAILED' && renderedAt !== null),
  offer: status === 'HANDED_TO_PRINTER',
  complete: status === 'HANDED_TO_CARRIER',
  /** Not later: a piece that the carrier already has would be posted twice. */
  remake: status === 'HANDED_TO_PRINTER',
  report: produced.includes(status),
  exclude: before.includes(status),
  cancel: status === 'RENDERING' || before.includes(status),
  package: parts.length > 0 && renderedAt !== null && status !== 'CANCELLED',
})
