import type { Schemas } from '../../api/client.ts'

export type DeskPiece = NonNullable<Schemas['ReturnedPieces']['pieces']>[number]
/** Result for a code, at every desk. */
export type DeskResult = Schemas['ReturnedPiecesResult']['pieces'][number]
