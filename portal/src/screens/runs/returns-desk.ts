import type { Schemas } from '../../api/client.ts'

export type DeskPiece = Schemas['PlatformReturnedPieces']['pieces'][number]
/** What every desk is told of a code. */
export type DeskResult = Schemas['ReturnedPiecesResult']['pieces'][number]
