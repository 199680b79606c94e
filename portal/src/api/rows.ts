/** Returns `rows` with the values of `newest`. Unchanged rows stay the same objects, so nothing reloads. */
export const renewed = <Row extends { id: string }>(
  rows: readonly Row[],
  newest: ReadonlyMap<string, Row>,
): Row[] =>
  rows.map((row) => {
    const newer = newest.get(row.id)
    return newer && JSON.stringify(newer) !== JSON.stringify(row) ? newer : row
  })
