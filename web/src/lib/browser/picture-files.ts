/** A file as a data URL. */
export function readFile(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(file)
  })
}

/** Every browser can write JPEG; Safari cannot write WebP. */
const drawn = { type: 'image/jpeg', quality: 0.85 }

/**
 * Draws a picture again, with its longest side at most `longest` pixels. Its metadata, such as a location, stays on this device.
 * @returns a JPEG as a data URL
 * @throws an error if this browser cannot read the file
 */
export async function redrawPicture(file: Blob, longest: number): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser cannot draw the picture')
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.toDataURL(drawn.type, drawn.quality)
}
