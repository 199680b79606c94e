interface Page<Row> {
  data: Row[]
  nextCursor: string | null
}

/** The API's limit of rows per page. */
const most = 200

/** Reads pages of a list until it has `count` rows; `isWhole` is true if these are all. */
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

/** Reads all rows of a list that is always short. */
export const allOf = async <Row>(
  ask: (page: { limit: number; cursor: string | undefined }) => Promise<Page<Row>>,
): Promise<Row[]> => (await readUpTo(Number.POSITIVE_INFINITY, ask)).rows

/** The API's limit of ids per request. */
const mostIds = 100

export interface OfIds {
  limit: number
  'filter[id][in]': string
}

/** Returns the rows with these ids. Deleted ones are missing. */
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
