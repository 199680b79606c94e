import { ApiProblem, newIntention, onSignedOut, place, type Schemas } from './client.ts'

type Kind = Schemas['UploadKind']

/** What the browser is asked to offer for each kind. */
export const acceptedFiles: Readonly<Record<Kind, string>> = {
  IMAGE: 'image/png,image/jpeg',
  PDF: 'application/pdf',
  FONT: '.ttf,font/ttf',
  CSV: '.csv,.txt,text/csv,text/plain',
  XLSX: '.xlsx',
}

const contentTypes: Readonly<Record<Kind, string>> = {
  IMAGE: 'image/png',
  PDF: 'application/pdf',
  FONT: 'font/ttf',
  CSV: 'text/csv',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const isList = (kind: Kind): boolean => kind === 'CSV' || kind === 'XLSX'

/**
 * Sends a file and tells how much of it has left, which fetch cannot. What templates are made of belongs to
 * both modes, and is sent as live.
 */
export const uploadFile = (
  file: File,
  kind: Kind,
  progressed: (sentBytes: number) => void = () => {},
): Promise<Schemas['Upload']> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const query = new URLSearchParams({ kind, name: file.name.slice(0, 200) })
    request.open('POST', `/v1/uploads?${query}`)
    const headers: Record<string, string> = {
      // Windows calls a CSV whatever program opens it.
      'Content-Type': isList(kind) ? contentTypes[kind] : file.type || contentTypes[kind],
      'X-CSRF-Protection': '1',
      'X-Mode': isList(kind) ? place.mode : 'live',
      'Idempotency-Key': newIntention(),
      ...(place.organisationId ? { 'X-Organisation-Id': place.organisationId } : {}),
    }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded }) => progressed(Math.min(loaded, file.size))
    request.onerror = () => reject(new ApiProblem(0, undefined))
    request.onload = () => {
      if (request.status === 201) return resolve(request.response)
      if (request.status === 401) onSignedOut.listener()
      reject(new ApiProblem(request.status, request.response ?? undefined))
    }
    request.send(file)
  })
