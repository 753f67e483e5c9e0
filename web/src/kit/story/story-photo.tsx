import { useState } from "react";
import { ApiError } from "../../api/client.ts";
import { addStoryPhoto, askForStoryUpload } from "../../api/your-shop.ts";
import { useToast } from "../../ui/toast.tsx";
import { messageOf } from "../api.ts";
import { useChanged } from "../subjects.ts";
import { FileField } from "../upload/file-field.tsx";
import { sendPhoto } from "../upload/send-photo.ts";

interface StoryPhotoProps {
  /** The story's ID. */
  story: string;
  photoUrl?: string | null;
}

/** A pending story's photo: one file, scaled down if necessary. */
export function StoryPhoto({ story, photoUrl = null }: StoryPhotoProps) {
  const toast = useToast();
  const tell = useChanged();
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
          const sent = await sendPhoto(file, { signal, onProgress }, askForStoryUpload);
          return await addStoryPhoto(story, sent.photoURL);
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
        void tell(`story:${story}`);
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
