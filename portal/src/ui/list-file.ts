/** Detects a workbook by its first bytes, whatever its name. */
export const listKind = async (file: File): Promise<'CSV' | 'XLSX'> =>
  (await file.slice(0, 2).text()) === 'PK' || /\.xls[a-z]?$/i.test(file.name) ? 'XLSX' : 'CSV'
