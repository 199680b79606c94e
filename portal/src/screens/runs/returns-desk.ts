import type { Schemas } from '../../api/client.ts'

export type DeskPiece = NonNullable<Schemas['ReturnedPieces']['pieces']>[number]
/** What every desk is told of a code. */
export type DeskResult = Schemas['ReturnedPiecesResult']['pieces'][number]
