-- What the key is known by with which the pieces are sealed: with another one all is taken anew.
CREATE TABLE seals (print TEXT NOT NULL);
