/** Returns XLSX for a ZIP file or a name such as `list.xls` or `list.xlsx`, otherwise CSV. */
export const listKind = async (file: File): Promise<'CSV' | 'XLSX'> =>
  (await file.slice(0, 2).text()) === 'PK' || /\.xls[a-z]?$/i.test(file.name) ? 'XLSX' : 'CSV'
