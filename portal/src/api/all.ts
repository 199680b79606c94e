interface Page<Row> {
  data: Row[]
  nextCursor: string | null
}

/** The API's limit of rows per page. */
const pageLimit = 200

/** Reads pages of a list until it has at least `count` rows; `isComplete` is true if these are all. */
export const readUpTo = async <Row>(
  count: number,
  fetchPage: (page: { limit: number; cursor: string | undefined }) => Promise<Page<Row>>,
): Promise<{ rows: Row[]; isComplete: boolean }> => {
  const rows: Row[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await fetchPage({ limit: pageLimit, cursor })
    rows.push(...page.data)
    if (page.nextCursor === null) return { rows, isComplete: true }
    if (rows.length >= count) return { rows, isComplete: false }
    cursor = page.nextCursor
  }
}

/** Reads all rows of a list that is always short. */
export const allOf = async <Row>(
  fetchPage: (page: { limit: number; cursor: string | undefined }) => Promise<Page<Row>>,
): Promise<Row[]> => (await readUpTo(Number.POSITIVE_INFINITY, fetchPage)).rows

/** The API's limit of ids per request. */
const maxIds = 100

export interface OfIds {
  limit: number
  'filter[id][in]': string
}

/** Returns the rows with these ids. Deleted ones are missing. */
export const withIds = async <Row>(
  ids: readonly string[],
  fetchPage: (query: OfIds) => Promise<{ data: Row[] }>,
): Promise<Row[]> => {
  const chunks = Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, index) =>
    ids.slice(index * maxIds, (index + 1) * maxIds),
  )
  const pages = chunks.map((chunk) => fetchPage({ limit: chunk.length, 'filter[id][in]': chunk.join(',') }))
  return (await Promise.all(pages)).flatMap(({ data }) => data)
}
