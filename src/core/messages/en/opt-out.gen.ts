// Made by `node scripts/generate-messages.ts`. Do not edit.
export type Messages = {
  /** No more mail from {sender} */
  "title": (values: { sender: string }) => string
  /** You received a piece of mail from {sender}. Here you can ask the sender to stop sending you mail. */
  "intro": (values: { sender: string }) => string
  /** Who should get no more mail? */
  "legend": string
  /** Everyone at the address on the piece */
  "address": string
  /** Only the person named on the piece */
  "person": string
  /** Send no more mail */
  "button": string
  /** You are on the list */
  "doneTitle": string
  /** {sender} will send no more mail to this address. */
  "done": (values: { sender: string }) => string
  /** {sender} will send no more mail to the person named on the piece. */
  "donePerson": (values: { sender: string }) => string
  /** Mail that is already at the printer may still arrive. */
  "later": string
  /** The address was already deleted */
  "goneTitle": string
  /** {sender} no longer keeps the address of this piece, so it cannot be put on a list here. If you receive more mail, use the code on that piece or contact the sender. */
  "gone": (values: { sender: string }) => string
  /** This code is unknown */
  "unknownTitle": string
  /** It may have been mistyped. Compare it with the one on your piece of mail. */
  "unknown": string
  /** Please wait a moment */
  "busyTitle": string
  /** There are too many requests at the moment. Please try again in a minute. */
  "busy": string
  /** Thank you */
  "noTargetTitle": string
  /** The sender has not set a target for this code. */
  "noTarget": string
}

export const messages: Messages = {"title":(v)=>`No more mail from ${v.sender}`,"intro":(v)=>`You received a piece of mail from ${v.sender}. Here you can ask the sender to stop sending you mail.`,"legend":`Who should get no more mail?`,"address":`Everyone at the address on the piece`,"person":`Only the person named on the piece`,"button":`Send no more mail`,"doneTitle":`You are on the list`,"done":(v)=>`${v.sender} will send no more mail to this address.`,"donePerson":(v)=>`${v.sender} will send no more mail to the person named on the piece.`,"later":`Mail that is already at the printer may still arrive.`,"goneTitle":`The address was already deleted`,"gone":(v)=>`${v.sender} no longer keeps the address of this piece, so it cannot be put on a list here. If you receive more mail, use the code on that piece or contact the sender.`,"unknownTitle":`This code is unknown`,"unknown":`It may have been mistyped. Compare it with the one on your piece of mail.`,"busyTitle":`Please wait a moment`,"busy":`There are too many requests at the moment. Please try again in a minute.`,"noTargetTitle":`Thank you`,"noTarget":`The sender has not set a target for this code.`}
