// A proof names screenshots by their address on this server, among other text.

const addresses = /\n?\/api\/events\/(\d{1,10})\/proof-pictures\/(\d{1,10})(?!\d)/g

export interface ProofPictureKey {
  readonly event_id: number
  readonly picture_id: number
}

export const writePictureAddress = ({ event_id, picture_id }: ProofPictureKey): string =>
  `/api/events/${event_id}/proof-pictures/${picture_id}`

/** The screenshots that a proof names, each once, and its other text. */
export function readProof(proof: string): { readonly text: string; readonly pictures: readonly ProofPictureKey[] } {
  const pictures = new Map<string, ProofPictureKey>()
  const text = proof.replace(addresses, (address, event_id: string, picture_id: string) => {
    pictures.set(address.trim(), { event_id: Number(event_id), picture_id: Number(picture_id) })
    return ''
  })
  return { text, pictures: [...pictures.values()] }
}

/** A proof with these screenshots at its end. */
export const writeProof = (text: string, pictures: readonly ProofPictureKey[]): string =>
  [text, ...pictures.map(writePictureAddress)].join('\n')
