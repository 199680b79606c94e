interface Page<Row> {
  data: Row[]
  nextCursor: string | null
}

/** As many rows as a page of a list may have. */
const most = 200

/** Reads a list on until it has so many rows; `isWhole` says whether these are all. */
export const readUpTo = async <Row>(
  count: number,
  ask: (page: { limit: number; cursor: string | undefined }) => Promise<Page<Row>>,
): Promise<{ rows: Row[]; isWhole: boolean }> => {
  const rows: Row[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await ask({ limit: most, cursor })
    rows.push(...page.data)
    if (page.nextCursor === null) return { rows, isWhole: true }
    if (rows.length >= count) return { rows, isWhole: false }
    cursor = page.nextCursor
  }
}

/** All rows of a list that never has so many that a person waits for them. */
export const allOf = async <Row>(
  ask: (page: { limit: number; cursor: string | undefined }) => Promise<Page<Row>>,
): Promise<Row[]> => (await readUpTo(Number.POSITIVE_INFINITY, ask)).rows

/** The most ids that one request asks for. */
const mostIds = 100

/** How rows are asked for by their ids. */
export interface OfIds {
  limit: number
  'filter[id][in]': string
}

/** The rows with these ids, however many they are; of those that are gone there is none. */
export const withIds = async <Row>(
  ids: readonly string[],
  ask: (query: OfIds) => Promise<{ data: Row[] }>,
): Promise<Row[]> => {
  const chunks = Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, index) =>
    ids.slice(index * mostIds, (index + 1) * mostIds),
  )
  const pages = chunks.map((chunk) => ask({ limit: chunk.length, 'filter[id][in]': chunk.join(',') }))
  return (await Promise.all(pages)).flatMap(({ data }) => data)
}
