import { useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { addStoryPhoto, askForStoryUpload } from "../../../api/your-shop.ts";
import { messageOf, useRefresh } from "../../../kit/api.ts";
import { FileField } from "../../../kit/upload/file-field.tsx";
import { sendFile } from "../../../kit/upload/send-file.ts";
import { shrinkPhoto } from "../../../kit/upload/shrink.ts";
import { useToast } from "../../../ui/toast.tsx";
import { LARGEST_PHOTO } from "./story-rules.ts";

interface StoryPhotoProps {
  /** The story's ID. */
  story: string;
  photoUrl?: string | null;
}

/** A pending story's photo: one file, scaled down if necessary. */
export function StoryPhoto({ story, photoUrl = null }: StoryPhotoProps) {
  const toast = useToast();
  const refresh = useRefresh();
  const [isSent, setSent] = useState(false);
  const fail = (error: unknown): never => {
    const text = messageOf(error, "Failed to update photo");
    toast({ title: "Error", text, destructive: true });
    throw error;
  };
  const field = (
    <FileField
      label={
        photoUrl || isSent
          ? "Choose another photo (optional)"
          : "Add a photo of your town (optional)"
      }
      hint="Max 5MB."
      multiple={false}
      send={async (file, { signal, onProgress }) => {
        try {
          const photo = await shrinkPhoto(file, LARGEST_PHOTO);
          const { uploadURL } = await askForStoryUpload();
          const sent = await sendFile(uploadURL, photo, { signal, onProgress });
          return await addStoryPhoto(story, (sent as { photoURL: string }).photoURL);
        } catch (error) {
          const isSignedOut = error instanceof ApiError && error.status === 401;
          if (signal.aborted || isSignedOut) throw error;
          return fail(error);
        }
      }}
      done={() => {
        toast({
          title: "Photo Added!",
          text: "Your town photo has been added to your Local Vibes submission.",
        });
        setSent(true);
        void refresh("/api/session");
      }}
    />
  );
  return (
    <>
      <p
        className={isSent || photoUrl ? "mt-4 flex flex-wrap items-center gap-3" : ""}
        role="status"
      >
        {(isSent || photoUrl) && <span className="font-bold">Photo Added</span>}
        {isSent && <span className="badge badge-blue">Photo uploaded successfully</span>}
      </p>
      {photoUrl && (
        <img
          className="mt-3 h-auto w-full max-w-80 rounded-md"
          src={photoUrl}
          alt="Currently shown with your story"
          width={1600}
          height={1000}
          loading="lazy"
        />
      )}
      {field}
    </>
  );
}
