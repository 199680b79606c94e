import type { Schemas } from '../../api/client.ts'

export type DeskPiece = NonNullable<Schemas['ReturnedPieces']['pieces']>[number]
/** Result for one code, the same for organisations and the operator. */
export type DeskResult = Schemas['ReturnedPiecesResult']['pieces'][number]
