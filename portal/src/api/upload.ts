import type { FontFace } from '../ui/font-faces.ts'
import { ApiProblem, type Mode, newIntention, onSignedOut, place, type Schemas } from './client.ts'

type Kind = Schemas['UploadKind']

/** The `accept` attribute for each kind. */
export const acceptedFiles: Readonly<Record<Kind, string>> = {
  IMAGE: 'image/png,image/jpeg,image/webp,image/avif,image/tiff',
  PDF: 'application/pdf,.svg,image/svg+xml',
  DRAWING: '.svg,image/svg+xml',
  FONT: '.ttf,.otf,.ttc,.otc,.woff,.woff2,font/ttf,font/otf,font/woff,font/woff2,font/collection',
  CSV: '.csv,.txt,text/csv,text/plain',
  XLSX: '.xlsx',
}

const contentTypes: Readonly<Record<Kind, string>> = {
  IMAGE: 'image/png',
  PDF: 'application/pdf',
  DRAWING: 'image/svg+xml',
  FONT: 'font/ttf',
  CSV: 'text/csv',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const isList = (kind: Kind): boolean => kind === 'CSV' || kind === 'XLSX'

interface Sending {
  address: string
  contentType: string
  mode: Mode
  progressed: (sentBytes: number) => void
}

/** Uploads a file with progress events, which fetch lacks. */
const send = <Answer>(file: File, { address, contentType, mode, progressed }: Sending): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    const headers: Record<string, string> = {
      'Content-Type': contentType,
      'X-CSRF-Protection': '1',
      'X-Mode': mode,
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

/** Returns `DRAWING` for an SVG chosen as a PDF: the server converts it to PDF. */
const kindSent = (file: File, kind: Kind): Kind =>
  kind === 'PDF' && (/\.svg$/i.test(file.name) || file.type === 'image/svg+xml') ? 'DRAWING' : kind

/** Returns the query parameters of a file (`name`), or of one font in a collection (`name` and `face`). */
const partOf = ({ name }: File, face: FontFace | undefined): Record<string, string> =>
  face
    ? { name: (face.name ?? `${name} ${face.number}`).slice(0, 200), face: `${face.number}` }
    : { name: name.slice(0, 200) }

/** Uploads a file, or one font of a collection: lists in the current mode, assets (of both modes) as live. */
export const uploadFile = (
  file: File,
  chosen: Kind,
  progressed: Sending['progressed'] = () => {},
  face?: FontFace,
): Promise<Schemas['Upload']> => {
  const kind = kindSent(file, chosen)
  return send(file, {
    address: `/v1/uploads?${new URLSearchParams({ kind, ...partOf(file, face) })}`,
    // Windows reports the program that opens CSV files as their type.
    contentType: isList(kind) ? contentTypes[kind] : file.type || contentTypes[kind],
    mode: isList(kind) ? place.mode : 'live',
    progressed,
  })
}

export const addPlatformFile = (
  file: File,
  about: { kind: Schemas['PlatformAssetKind']; id: string; name: string; licence?: string },
  progressed: Sending['progressed'],
  face?: FontFace,
): Promise<Schemas['PlatformAsset']> =>
  send(file, {
    address: `/v1/platform-assets?${new URLSearchParams({ ...about, ...(face ? { face: `${face.number}` } : {}) })}`,
    contentType: about.kind === 'FONT' ? 'font/ttf' : 'application/vnd.iccprofile',
    mode: place.mode,
    progressed,
  })
