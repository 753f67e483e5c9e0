import { type ChangeEvent, useEffect, useId, useState } from "react";
import { dropPhoto, keepPhoto, keptPhoto } from "../../../kit/kept-photo.ts";
import { draw, isTold } from "../../../kit/upload/canvas.ts";

/** The name under which this browser keeps the photo of the form. */
export const FORM_PHOTO = "list-shop";

const TYPES = ["image/jpeg", "image/png", "image/webp"];

/**
 * A small copy as a data address: the page's policy allows no others. A file that the browser can't draw has none, and where it
 * guards what is drawn, there is none either.
 */
async function thumbnailOf(file: File): Promise<string> {
  try {
    const image = await createImageBitmap(file, { resizeWidth: 432, resizeQuality: "medium" });
    const canvas = draw(image, image.width, image.height);
    image.close();
    return isTold(canvas) ? canvas.toDataURL("image/jpeg") : "";
  } catch {
    return "";
  }
}

/**
 * One photo of the shop. It stays in this browser until the address is confirmed; then it goes onto the page. Confirmed on
 * another device, the checklist asks for it.
 */
export function PhotoPart() {
  const id = useId();
  const [preview, setPreview] = useState<string | null>(null);
  const [mistake, setMistake] = useState("");
  // Once, when the form opens.
  useEffect(() => {
    let isHere = true;
    const find = async () => {
      const file = await keptPhoto(FORM_PHOTO);
      const thumbnail = file && (await thumbnailOf(file));
      if (isHere && thumbnail !== null) setPreview(thumbnail);
    };
    void find();
    return () => {
      isHere = false;
    };
  }, []);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again.
    target.value = "";
    if (!file) return;
    const isPhoto = TYPES.includes(file.type);
    const isKept = isPhoto && (await keepPhoto(FORM_PHOTO, file));
    setMistake(
      isKept
        ? ""
        : isPhoto
          ? "This browser can't keep the photo. You can add it once your address is confirmed."
          : "Please choose a JPEG, PNG or WebP photo.",
    );
    if (isKept) setPreview(await thumbnailOf(file));
  };
  const remove = () => {
    void dropPhoto(FORM_PHOTO);
    setPreview(null);
  };
  return (
    <div className={`field-block ${mistake ? "field-block-wrong" : ""}`}>
      <label htmlFor={id} className="field-label">
        {"Photo "}
        <span className="field-need">optional</span>
      </label>
      <div id={`${id}-hint`} className="field-hint">
        Added once you confirm your address.
      </div>
      <div role="alert">
        {mistake && (
          <p className="field-mistake">
            <strong>Error:</strong> {mistake}
          </p>
        )}
      </div>
      <input
        id={id}
        type="file"
        accept={TYPES.join(",")}
        aria-describedby={`${id}-hint`}
        onChange={choose}
      />
      {preview !== null && (
        <div className="mt-3 flex items-end gap-4">
          {preview === "" ? (
            <span>Your photo is kept.</span>
          ) : (
            <img
              src={preview}
              alt="What you chose"
              className="h-24 w-36 rounded-md border border-rule object-cover"
            />
          )}
          <button type="button" className="text-button" onClick={remove}>
            Remove the photo
          </button>
        </div>
      )}
    </div>
  );
}
