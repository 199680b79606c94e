import { count, words } from '../../../messages/index.svelte.ts'

export const r = words({
  en: {
    photograph: 'Photograph a code',
    camera: 'Read codes with the camera',
    cameraText:
      'Hold a piece so that its mark or QR code is in the picture. What is read is reported at once.',
    needsHttps: 'The camera of this device can be used once the server is reached over https.',
    reading: 'Reading …',
    noCode: (name: string) => `No code of a piece was found in ${name}. Take it closer and sharper.`,
    noPicture: (name: string) => `${name} is no picture that this browser can show.`,
    noReader: 'The reader could not be loaded from the server. Try again.',
    read: (codes: number) => (codes === 1 ? 'One code was read.' : `${count(codes)} codes were read.`),
    waiting: 'Waiting for a code …',
    refused: 'This browser may not use the camera: allow it in the settings of the page.',
    noCamera: 'No camera was found on this device. Photograph the code, or type it.',
    cameraFailed: 'The camera cannot be used: another program may have it.',
    stop: 'Done',
  },
  nl: {
    photograph: 'Een code fotograferen',
    camera: 'Codes met de camera lezen',
    cameraText: 'Houd een stuk zo dat zijn merk of QR-code in beeld is. Wat gelezen is, wordt meteen gemeld.',
    needsHttps: 'De camera van dit apparaat is te gebruiken zodra de server via https wordt bezocht.',
    reading: 'Lezen …',
    noCode: (name: string) =>
      `In ${name} is geen code van een stuk gevonden. Fotografeer van dichterbij en scherper.`,
    noPicture: (name: string) => `${name} is geen afbeelding die deze browser kan tonen.`,
    noReader: 'De lezer kon niet van de server worden geladen. Probeer het opnieuw.',
    read: (codes: number) => (codes === 1 ? 'Eén code gelezen.' : `${count(codes)} codes gelezen.`),
    waiting: 'Wacht op een code …',
    refused: 'Deze browser mag de camera niet gebruiken: sta het toe in de instellingen van de pagina.',
    noCamera: 'Op dit apparaat is geen camera gevonden. Fotografeer de code, of typ hem.',
    cameraFailed: 'De camera is niet te gebruiken: misschien heeft een ander programma hem.',
    stop: 'Klaar',
  },
})
