/**
 * The rows of `rows` as `newest` has them. A row that says the same as before stays the same object, so that nothing
 * that shows it is drawn or asked for again.
 */
export const renewed = <Row extends { id: string }>(
  rows: readonly Row[],
  newest: ReadonlyMap<string, Row>,
): Row[] =>
  rows.map((row) => {
    const newer = newest.get(row.id)
    return newer && JSON.stringify(newer) !== JSON.stringify(row) ? newer : row
  })
