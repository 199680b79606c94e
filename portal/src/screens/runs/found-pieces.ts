import { ApiProblem, answered, api, type Schemas } from '../../api/client.ts'
import { uploadFile } from '../../api/upload.ts'
import { listKind } from '../../ui/list-file.ts'
import { movesOf } from './allowed-actions.ts'
import type { Named, Pasted } from './spoiled-names.ts'

/** Maximum number of names shown. */
export const maxNamed = 20

export interface Piece {
  sequence: number
  /** Undefined for pieces beyond those shown. */
  recipientName: string | undefined
  /** True if an earlier remake contains it. */
  remade: boolean
}

/** The named pieces in package order. */
export interface Found {
  /** The pieces as named in a remake request. */
  named: Named
  pieces: readonly Piece[]
  /** Why the server refuses to remake them. */
  refusal?: ApiProblem
}

/** Looks up the named pieces, so that the user sees them before they are remade or reported. */
export const foundPieces = async (run: Schemas['Run'], source: Named | File | Pasted): Promise<Found> => {
  if (!('list' in source)) return lookUp(run, source)
  const file = new File([source.list], 'pieces.csv', { type: 'text/csv' })
  if (!source.isHeadingAdded) return lookUp(run, file)
  return lookUp(run, file).catch((error) => {
    throw error instanceof ApiProblem ? rowsAsPasted(error) : error
  })
}

/** Returns the problem with the row numbers of the pasted text, which lacks the added heading. */
const rowsAsPasted = (refusal: ApiProblem): ApiProblem => {
  const { status, message, requestId } = refusal
  const code = refusal.code as Schemas['Problem']['code']
  const errors = refusal.errors.map((error) => {
    const row = error.params?.row
    if (typeof row !== 'number') return error
    const shifted = error.message.replace(`${row}`, `${row - 1}`)
    return { ...error, message: shifted, params: { ...error.params, row: row - 1 } }
  })
  return new ApiProblem(status, { code, detail: message, errors, ...(requestId && { requestId }) })
}

const lookUp = async (run: Schemas['Run'], source: Named | File): Promise<Found> => {
  const named =
    source instanceof File ? { uploadId: (await uploadFile(source, await listKind(source))).id } : source
  if (!movesOf(run).remake) return byPlace(run, named)
  try {
    const params = { path: { id: run.id } }
    const { pieces } = await answered(api.POST('/v1/runs/{id}/remakes/check', { params, body: named }))
    return { named, pieces }
  } catch (error) {
    // Pieces that can't be remade can be reported if their numbers are known.
    if (!(error instanceof ApiProblem) || !named.ranges || ![409, 422].includes(error.status)) throw error
    return { ...(await byPlace(run, named)), refusal: error }
  }
}

const byPlace = async ({ id }: Schemas['Run'], named: Named): Promise<Found> => {
  const places = (named.ranges ?? []).flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  )
  const query = { limit: maxNamed, 'filter[sequence][in]': places.slice(0, maxNamed).join(',') }
  const { data } = await answered(api.GET('/v1/runs/{id}/items', { params: { path: { id }, query } }))
  const names = new Map(data.map(({ sequence, recipientName }) => [sequence, recipientName]))
  const pieces = places.map((sequence) => ({
    sequence,
    recipientName: names.get(sequence),
    remade: false,
  }))
  return { named, pieces }
}
